package io.keelson.perf.webprofile;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.util.List;

/** The workloads, a path for each. */
@Path("/")
@RequestScoped
public class WebProfileResource {
    private static final int MOST = 500;

    @Inject
    Worlds worlds;

    /** An object as JSON. */
    @GET
    @Path("json")
    @Produces(MediaType.APPLICATION_JSON)
    public Message json() {
        return new Message("Hello, World!");
    }

    /** One row. */
    @GET
    @Path("db")
    @Produces(MediaType.APPLICATION_JSON)
    public World db() {
        return worlds.one();
    }

    /** Rows, from 1 to 500. */
    @GET
    @Path("queries")
    @Produces(MediaType.APPLICATION_JSON)
    public List<World> queries(@QueryParam("n") @DefaultValue("1") int count) {
        return worlds.several(bounded(count));
    }

    /** Rows that are changed, from 1 to 500. */
    @GET
    @Path("updates")
    @Produces(MediaType.APPLICATION_JSON)
    public List<World> updates(@QueryParam("n") @DefaultValue("1") int count) {
        return worlds.changed(bounded(count));
    }

    /** Sayings as a page. */
    @GET
    @Path("fortunes")
    @Produces("text/html; charset=UTF-8")
    public String fortunes() {
        StringBuilder page = new StringBuilder(2_048);
        page.append("<!DOCTYPE html><html><head><title>Fortunes</title></head><body><table>");
        page.append("<tr><th>id</th><th>message</th></tr>");
        for (Fortune fortune : worlds.fortunes()) {
            page.append("<tr><td>").append(fortune.getId()).append("</td><td>");
            escape(fortune.getMessage(), page);
            page.append("</td></tr>");
        }
        return page.append("</table></body></html>").toString();
    }

    private static int bounded(int count) {
        return Math.max(1, Math.min(count, MOST));
    }

    private static void escape(String text, StringBuilder page) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '<' -> page.append("&lt;");
                case '>' -> page.append("&gt;");
                case '&' -> page.append("&amp;");
                case '"' -> page.append("&quot;");
                case '\'' -> page.append("&#39;");
                default -> page.append(c);
            }
        }
    }
}
