/**
 * HTTP to the management interface of a server, for the command line and between servers. Threading: a conversation is confined to
 * one thread. Nothing is kept between two conversations.
 */
@NullMarked
package io.keelson.admin.client;

import org.jspecify.annotations.NullMarked;
