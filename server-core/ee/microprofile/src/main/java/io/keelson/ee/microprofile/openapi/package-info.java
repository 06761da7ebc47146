/**
 * MicroProfile OpenAPI: descriptions of the resources of web modules, made by SmallRye at the first request for one. Each module answers
 * for itself, and {@link io.keelson.ee.microprofile.openapi.MergedEndpoint} for all of them. Documents belong to the deployments.
 */
@NullMarked
package io.keelson.ee.microprofile.openapi;

import org.jspecify.annotations.NullMarked;
