package io.keelson.ee.rest.beans;

import jakarta.ejb.Singleton;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;

/** A provider that is a bean. */
@Singleton
@Provider
public class ArgumentMapper implements ExceptionMapper<IllegalArgumentException> {
    private int count;

    @Override
    public Response toResponse(IllegalArgumentException exception) {
        count++;
        return Response.status(422).entity(exception.getMessage() + " " + count).build();
    }
}
