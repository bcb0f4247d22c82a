import type { INodeProperties } from 'n8n-workflow';

import { events } from '../events/events';
import { resource } from '../actions/description';
import { subtitleOf } from '../actions/subtitle';
import { event, minutesBefore, watchedSchedule, watchedWebinar } from './triggerFields';

export const triggerSubtitle = subtitleOf('event', events);

export const triggerProperties: INodeProperties[] = [
	resource,
	event,
	watchedWebinar,
	watchedSchedule,
	minutesBefore,
];
