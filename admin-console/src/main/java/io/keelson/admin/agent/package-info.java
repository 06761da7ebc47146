/**
 * View of the server that an agent of SNMP shows: {@link io.keelson.admin.agent.ServerView} has it as records, the part {@code snmp}
 * speaks the protocol, behind {@link io.keelson.admin.agent.Agent}. Read only; version 3 only. docs/design/snmp.md.
 */
@NullMarked
package io.keelson.admin.agent;

import org.jspecify.annotations.NullMarked;
