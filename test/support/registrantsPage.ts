import type { useSandbox } from './sandboxStage';

interface Row {
	id: number;
	lead_id: number;
	email: string;
	subscribed: string;
	[field: string]: unknown;
}
export interface Page {
	data: Row[];
	current_page: number;
	last_page?: number;
	total?: number;
	next_page_url?: string | null;
}

/** Reads a page of a webinar's registrants. */
export const registrantsOf =
	({ post }: ReturnType<typeof useSandbox>) =>
	async (parameters: Record<string, string> = {}, path = '/live/registrants') => {
		const { json } = await post(path, { webinar_id: '1', ...parameters });
		return (json as { registrants: Page }).registrants;
	};

export const firstNamesOf = ({ data }: Page) => data.map(({ first_name: name }) => name);
