/**
 * Where other rooms meet the servlet container: who makes the components of an application, and where its sessions live.
 */
@NullMarked
package io.keelson.servlet.spi;

import org.jspecify.annotations.NullMarked;
