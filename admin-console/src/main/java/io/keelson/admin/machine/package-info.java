/**
 * The machines of a domain: the authority that gives them certificates, the tokens with which they are enrolled, and what each knows of
 * itself. {@link io.keelson.admin.machine.MachineRegistry} owns the list of machines, on the machine of the admin server, under its
 * lock; all else is immutable. See docs/design/enrolment.md.
 */
@NullMarked
package io.keelson.admin.machine;

import org.jspecify.annotations.NullMarked;
