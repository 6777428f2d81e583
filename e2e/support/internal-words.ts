/** What we are built with, what our own parts are called, and how libraries speak of types. */
export const internalWords =
  /next-?auth|prisma|zod|postgres|node_modules|\.tsx?\b|\.js:|expected (string|number|object)|Invalid input|host_|sealed|public_id/i
