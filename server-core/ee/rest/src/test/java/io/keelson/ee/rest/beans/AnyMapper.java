package io.keelson.ee.rest.beans;

import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;

/** Must not see the wrappers of the beans' container. */
@Provider
public class AnyMapper implements ExceptionMapper<RuntimeException> {
    @Override
    public Response toResponse(RuntimeException exception) {
        return Response.status(500).entity(exception.getClass().getSimpleName()).build();
    }
}
