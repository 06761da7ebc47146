/**
 * Changes of the domain's configuration: edit sessions, revisions, and their activation over the servers by prepare and commit. See
 * {@code docs/design/domain.md}.
 *
 * <p>Threading: {@link io.keelson.admin.change.Coordinator} and {@link io.keelson.admin.change.Participant} are state machines
 * without threads, clocks or disks; whoever drives one calls it from one thread at a time. On the admin server {@link
 * io.keelson.admin.change.ChangeCentre} has one lock for all of its parts, each of which owns its own state.
 *
 * <p>Ownership: the admin server owns {@code domain.yaml} and {@code config/} of the domain; each server owns
 * {@code servers/NAME/config/}.
 */
@NullMarked
package io.keelson.admin.change;

import org.jspecify.annotations.NullMarked;
