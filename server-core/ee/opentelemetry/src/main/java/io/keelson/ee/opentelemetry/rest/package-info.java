/**
 * Spans of requests to resources and of clients of Jakarta REST. A request is confined to the thread that serves it, until its span ends
 * with the answer; the rest is stateless.
 */
@NullMarked
package io.keelson.ee.opentelemetry.rest;

import org.jspecify.annotations.NullMarked;
