import type { CallInput } from '../contract/call.ts';
import { certifySave } from '../contract/certification.ts';
import { decideCertification } from '../contract/operator/certification.ts';
import { uploadPrivateDocument, uploadPrivateImage } from '../contract/uploads.ts';
import { dataOf, type Person, type Portal } from './fixtures.ts';
import { demoOperator } from './operators.ts';
import { picture } from './steps.ts';

// Certifications through calls, for tests whose subject is what comes of them.

export const contractFile = {
  name: '合作合同.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\nstartxref\n9\n%%EOF\n'),
};

/** A whole form of somebody's kind, its files uploaded. */
async function papersOf(portal: Portal, person: Person, name: string): Promise<CallInput<typeof certifySave>> {
  const send = portal.as(person);
  const { buffer } = await picture();
  const file = new File([new Uint8Array(buffer)], '证件.jpg');
  const paper = (await dataOf(send(uploadPrivateImage, {}, { file }))).url;
  const contract = new File([new Uint8Array(contractFile.buffer)], contractFile.name);
  const common = {
    account_type: String(person.info.account_type),
    name,
    provice: '36',
    city: '3607',
    contact_name: '陈知远',
    contact_phone: person.mobile,
    contact_email: 'papers@example.com',
    qualification: paper,
    authorization: paper,
    contract: (await dataOf(send(uploadPrivateDocument, {}, { file: contract }))).url,
  };
  return person.info.account_type === 1
    ? { ...common, designs: paper }
    : { ...common, type: '4', business_license: paper };
}

/** Hands papers in under a name; gives the application's id. */
export async function applyFor(portal: Portal, person: Person, name: string): Promise<string> {
  return (await dataOf(portal.as(person)(certifySave, await papersOf(portal, person, name)))).id;
}

export async function decide(
  portal: Portal,
  id: string,
  reasons?: Record<string, string>,
  revision = 1,
): Promise<void> {
  const decision = reasons ? 'refuse' : 'pass';
  await dataOf(portal.as(await demoOperator(portal))(decideCertification, { id, revision, decision, reasons }));
}
