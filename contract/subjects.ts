// No zod here: public reading pages use it in the browser.

/** What can be commented on; all but demands can be liked. */
export const subjectKinds = ['topic', 'presale', 'case', 'demand'] as const;
export type SubjectKind = (typeof subjectKinds)[number];

/** Specification §8; said by the page too, so that it brings no schema along. */
export const emptyComment = '请输入评论';
export const commentLength = 500;

/** Characters of a topic: the title's by specification §5, the text's our own. */
export const topicTitleLength = 50;
export const topicContentLength = 5000;
