package io.keelson.examples.rates;

import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response;
import org.eclipse.microprofile.rest.client.ext.ResponseExceptionMapper;

/** Says that the bank does not deal in a currency. */
public class UnknownCurrency extends Exception {
    private static final long serialVersionUID = 1L;

    /** Makes one with the bank's words. */
    public UnknownCurrency(String message) {
        super(message);
    }

    /** Makes one of the bank's 404. */
    public static class Mapper implements ResponseExceptionMapper<UnknownCurrency> {
        @Override
        public boolean handles(int status, MultivaluedMap<String, Object> headers) {
            return status == Response.Status.NOT_FOUND.getStatusCode();
        }

        @Override
        public UnknownCurrency toThrowable(Response response) {
            return new UnknownCurrency(response.readEntity(String.class));
        }
    }
}
