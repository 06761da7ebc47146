package io.keelson.ee.rest.entity;

import jakarta.ws.rs.ConstrainedTo;
import jakarta.ws.rs.RuntimeType;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.ext.Provider;

/**
 * Answers in bytes of no known type where RESTEasy has found a range of types only, as for a text that resumes a suspended answer: no
 * client can read a body of the type {@code *}{@code /*}. Thread-safe.
 *
 * <p>Specification: RESTful Web Services 4.0, 3.8 Determining the MediaType of Responses, step 9.
 */
@Provider
@ConstrainedTo(RuntimeType.SERVER)
public final class WildcardTypeFilter implements ContainerResponseFilter {
    /** Made by RESTEasy, one an application. */
    public WildcardTypeFilter() {}

    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
        MediaType type = response.getMediaType();
        if (type != null && (type.isWildcardType() || type.isWildcardSubtype())) {
            response.getHeaders().putSingle(HttpHeaders.CONTENT_TYPE, MediaType.APPLICATION_OCTET_STREAM_TYPE);
        }
    }
}
