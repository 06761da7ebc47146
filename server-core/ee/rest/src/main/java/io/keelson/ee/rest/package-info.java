/**
 * Jakarta REST by RESTEasy: an initializer registers a servlet for each application of REST. Everything belongs to the web module and is
 * made while it starts, on the deploying thread. See docs/design/rest.md.
 */
@NullMarked
package io.keelson.ee.rest;

import org.jspecify.annotations.NullMarked;
