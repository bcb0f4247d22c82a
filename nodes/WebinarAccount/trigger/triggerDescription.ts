import type { INodeProperties } from 'n8n-workflow';

import { events } from './events';
import { resource } from '../operations/description';
import { subtitleOf } from '../operations/subtitle';
import { event, minutesBefore, watchedSchedule, watchedWebinar } from './triggerFields';

export const triggerSubtitle = subtitleOf('event', events);

export const triggerProperties: INodeProperties[] = [
	resource,
	event,
	watchedWebinar,
	watchedSchedule,
	minutesBefore,
];
