package io.keelson.ee.rest.shop;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

/** Resources that count the requests that an instance has served, each with another scope. */
public class Visits {
    int count;

    /** Counts. */
    @GET
    public int count() {
        return ++count;
    }

    /** Has the scope that RESTEasy gives it. */
    @Path("visits/of-request")
    public static class OfRequest extends Visits {}

    /** Has one instance. */
    @Path("visits/of-application")
    @ApplicationScoped
    public static class OfApplication extends Visits {}

    /** Extends a resource, so that its type has two beans. */
    @Path("visits/of-special")
    @ApplicationScoped
    public static class OfSpecial extends OfRequest {}

    /** Is made at each request. */
    @Path("visits/dependent")
    @Dependent
    public static class OfNone extends Visits {}
}
