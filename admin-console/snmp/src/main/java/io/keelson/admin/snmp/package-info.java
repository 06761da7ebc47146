/**
 * An agent of SNMP version 3 (RFC 3411 to 3418): a part, opened where a server has an {@code snmp-port}. Nothing else knows the library
 * that speaks the protocol. {@link io.keelson.admin.snmp.SnmpAgent} has the socket, the user and the thread;
 * {@link io.keelson.admin.snmp.Responder} answers on that thread, from the objects that {@link io.keelson.admin.snmp.ObjectTree} makes of
 * the server. Nothing can be set. See docs/design/snmp.md.
 */
@NullMarked
package io.keelson.admin.snmp;

import org.jspecify.annotations.NullMarked;
