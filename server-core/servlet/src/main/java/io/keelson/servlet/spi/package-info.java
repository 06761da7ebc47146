/**
 * Where other rooms meet the servlet container: who makes the components of an application, where its sessions live, who brings
 * pages and WebSocket endpoints, and who speaks another protocol on its connections.
 */
@NullMarked
package io.keelson.servlet.spi;

import org.jspecify.annotations.NullMarked;
