/**
 * Endpoints of message-driven beans for Jakarta Messaging. A {@link io.keelson.ejb.message.MessageEndpoint} owns its receivers, each with
 * a thread and a connection of its own. It knows the provider by its names in JNDI only.
 */
@org.jspecify.annotations.NullMarked
package io.keelson.ejb.message;
