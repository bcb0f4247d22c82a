import type { INodeProperties } from 'n8n-workflow';

import { resource } from './description';
import { event, minutesBefore, watchedSchedule, watchedWebinar } from './triggerFields';

export const triggerProperties: INodeProperties[] = [
	resource,
	event,
	watchedWebinar,
	watchedSchedule,
	minutesBefore,
];
