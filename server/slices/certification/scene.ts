import { certifyInfo, certifySave } from '../../../contract/certification.ts';
import { decideCertification } from '../../../contract/operator/certification.ts';
import { dataOf, type Portal } from '../../testing/portal.ts';
import { buildUser } from '../accounts/build.ts';
import { buildForm } from './build.ts';

/** People who hand papers in at a portal, and a reviewer who decides over them. */
export async function certificationScene(portal: Portal) {
  const reviewer = await buildUser(portal.db, { operatorRoles: ['reviewer'], nickName: '小审' });
  const desk = portal.as(reviewer);

  async function applicant(accountType: 1 | 2 = 1) {
    const user = await buildUser(portal.db, { accountType });
    const send = portal.as(user);
    return { user, send, form: await buildForm(send, accountType) };
  }

  async function applied(accountType: 1 | 2 = 1) {
    const person = await applicant(accountType);
    const { id } = dataOf(await person.send(certifySave, person.form));
    return { ...person, id };
  }

  return {
    reviewer,
    desk,
    applicant,
    applied,
    pass: (id: string, revision = 1) => desk(decideCertification, { id, revision, decision: 'pass' }),
    refuse: (id: string, reasons: Record<string, string>, revision = 1) =>
      desk(decideCertification, { id, revision, decision: 'refuse', reasons }),
    info: async (send: typeof desk) => dataOf(await send(certifyInfo, {})),
    rowOf: (id: string) =>
      portal.db.selectFrom('certifications').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  };
}
