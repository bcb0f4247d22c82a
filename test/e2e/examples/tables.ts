import { ann, ben, cleo, onboarding, type Run, twoSessions } from './trial';

const briefing = { product: 'live', webinarId: 5 } as const;

/** Examples that write registrants into tables. */
export const tables: Readonly<Record<string, Run>> = {
	'mirror-registrants': async (trial) => {
		const { sandbox } = trial.workbench;
		const [first] = sandbox.addRegistrants(onboarding, [{ ...ann, phoneCountryCode: '+44', phone: '20' }]);
		sandbox.addRegistrants({ product: 'automated', webinarId: 101 }, [ben]);
		await trial.runByHand();
		const one = { product: 'Live Webinars', webinar_id: 1, lead_id: first?.leadId, email: ann.email };
		const other = { product: 'Automated Webinars', webinar_id: 101, email: ben.email };
		expect(await trial.table()).toMatchObject([
			{ ...one, phone: '+4420', subscribed: true, attended_live: false, purchased: false, revenue: 0 },
			other,
		]);
		if (first) sandbox.attend(first, { live: 3000 });
		if (first) sandbox.buy(first, { live: 49, replay: 10.5 });
		sandbox.addRegistrants(briefing, [cleo]);
		await trial.runByHand();
		const rows = await trial.table();
		expect(rows.sort((row, next) => Number(row.id) - Number(next.id))).toMatchObject([
			{ ...one, attended_live: true, minutes_live: 50, purchased: true, revenue: 59.5 },
			other,
			{ webinar_id: 5, email: cleo.email },
		]);
	},

	'report-of-a-webinar': async (trial) => {
		const { sandbox } = trial.workbench;
		sandbox.changeWebinar(onboarding, twoSessions(11, [2, 12]));
		sandbox.addRegistrants({ ...onboarding, schedule: 12 }, [ann]);
		const [one, two, three] = sandbox.addRegistrants({ ...onboarding, schedule: 11 }, [ann, ben, cleo]);
		if (!one || !two || !three) throw new Error('Nobody was added');
		sandbox.attend(one, { live: 3600 });
		sandbox.attend(two, { live: 1800, replay: 60 });
		sandbox.buy(one, { live: 49 });
		sandbox.buy(two, { live: 20.5, replay: 49 });
		const rows = await trial.watch('A Session Ended', () => sandbox.addSession(onboarding, 180));
		const nothing = { attended_live: 0, watched_replay: 0, minutes_live: 0, bought: 0, revenue: 0 };
		expect(rows('Report')).toEqual([
			{
				session: rows('Figures')[1]?.session,
				registered: 3,
				attended_live: 2,
				watched_replay: 1,
				minutes_live: 45,
				bought: 2,
				revenue: 118.5,
			},
			{ session: rows('Figures')[0]?.session, registered: 1, ...nothing },
		]);
	},
};
