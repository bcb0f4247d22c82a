import type { INodeProperties } from 'n8n-workflow';

import { resource } from './description';
import { subtitleOf } from './subtitle';
import { event, minutesBefore, watchedSchedule, watchedWebinar } from './triggerFields';

export const triggerProperties: INodeProperties[] = [
	resource,
	event,
	watchedWebinar,
	watchedSchedule,
	minutesBefore,
];

export const triggerSubtitle = subtitleOf(event, resource);
