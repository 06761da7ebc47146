/**
 * Access to the management interface: what a request shows of itself, users and their roles, sessions, the audit log. The
 * {@link io.keelson.admin.access.Gate} decides on the muxer thread what can be decided at once; what takes longer, a password, is
 * checked on an execute thread of administration. docs/design/management-access.md.
 */
@NullMarked
package io.keelson.admin.access;

import org.jspecify.annotations.NullMarked;
