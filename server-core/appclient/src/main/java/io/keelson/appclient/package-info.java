/**
 * The container of application clients (Jakarta EE Platform 11, EE.10): finds a client module, injects its main class and runs it, with
 * names of its own before those of a server. Main class: {@link io.keelson.appclient.AppClient}. A container belongs to the thread that
 * runs it; its names and transactions are thread-safe. See docs/design/application-clients.md.
 */
@NullMarked
package io.keelson.appclient;

import org.jspecify.annotations.NullMarked;
