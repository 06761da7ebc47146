package bank;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;

@Path("rates")
public class Rates {
    @GET
    @Path("{currency}")
    @Produces("text/plain")
    public String rate(@PathParam("currency") String currency) {
        return currency + " 1.25";
    }
}
