/** A person likes and writes by hand; a program that does it by the hundred is stopped. */
export const liking = { max: 120, per: 60 };
export const commenting = { max: 30, per: 60 };
