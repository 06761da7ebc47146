/**
 * Endpoints as the application wrote them (Jakarta WebSocket 2.2, chapters 2 and 4): annotated methods, decoders and encoders, and how
 * messages become what they take. What is looked at once, when the endpoint is deployed, is immutable
 * ({@link io.keelson.websocket.endpoint.EndpointType}); what belongs to one connection is called by one thread at a time.
 */
@NullMarked
package io.keelson.websocket.endpoint;

import org.jspecify.annotations.NullMarked;
