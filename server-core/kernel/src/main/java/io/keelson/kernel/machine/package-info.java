/**
 * The machine that a process of a domain runs on, where the domain has several: its certificate, and whom it trusts. Files below the
 * domain's {@code security/} are the only state; they belong to the node manager and the enrolment, and are read again when they change.
 * Everything is immutable or guarded by its own lock, and thread-safe. See docs/design/enrolment.md.
 */
@NullMarked
package io.keelson.kernel.machine;

import org.jspecify.annotations.NullMarked;
