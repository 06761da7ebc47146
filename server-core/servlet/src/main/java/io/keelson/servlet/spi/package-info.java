/**
 * Interfaces between the servlet container and other rooms. These make the components of an application, keep its sessions, bring pages and
 * WebSocket endpoints, and speak other protocols on its connections.
 */
@NullMarked
package io.keelson.servlet.spi;

import org.jspecify.annotations.NullMarked;
