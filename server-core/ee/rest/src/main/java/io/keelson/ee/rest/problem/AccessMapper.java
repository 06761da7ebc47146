package io.keelson.ee.rest.problem;

import jakarta.ejb.EJBAccessException;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;

/**
 * Answers calls of session beans that their caller may not make: 403 without a body. A mapper of the application goes before it.
 * Thread-safe.
 */
@Provider
public final class AccessMapper implements ExceptionMapper<EJBAccessException> {
    /** Made by RESTEasy, one an application. */
    public AccessMapper() {}

    @Override
    public Response toResponse(EJBAccessException exception) {
        return Response.status(Response.Status.FORBIDDEN).build();
    }
}
