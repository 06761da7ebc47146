package io.keelson.ee.rest.shop;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.Resource;
import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Application;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.UriInfo;
import javax.sql.DataSource;

/** A resource that asks for nothing of CDI's. */
@Path("bare")
public class Bare {
    @Resource
    private DataSource database;

    @Resource(lookup = "java:module/ModuleName")
    private String module;

    @Context
    private UriInfo uri;

    private String seen = "";

    @PostConstruct
    void begin() {
        seen = module + " " + (database != null) + " " + uri.getPath();
    }

    /** Returns what was there at the beginning. */
    @GET
    public String seen() {
        return seen;
    }

    /** The application. */
    @ApplicationPath("api")
    public static class Api extends Application {}
}
