/**
 * Remote JMX, where the configuration gives a server a port for it: the JDK's connector over RMI, always with TLS and a login, and each
 * operation with the role that the same operation of REST needs. Settings and life cycle are {@link io.keelson.admin.jmx.remote.RemoteJmx};
 * {@code Connector} is one that is open; {@code Entrance} and {@code PeerSocket} are its sockets; {@code LoginServer} and {@code Logins}
 * let somebody in; {@code RoledBeans} is what they get, by {@code Permissions}. docs/design/jmx.md.
 *
 * <p>Calls run on threads of the JDK's RMI, one a socket. {@code keelson.management.RemoteJmx} closes what has been open for too long.
 */
@NullMarked
package io.keelson.admin.jmx.remote;

import org.jspecify.annotations.NullMarked;
