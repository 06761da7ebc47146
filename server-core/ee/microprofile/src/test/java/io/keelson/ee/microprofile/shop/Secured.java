package io.keelson.ee.microprofile.shop;

import jakarta.annotation.security.DenyAll;
import jakarta.annotation.security.PermitAll;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.SecurityContext;
import java.lang.ref.WeakReference;
import java.util.Optional;
import java.util.Set;
import org.eclipse.microprofile.jwt.Claim;
import org.eclipse.microprofile.jwt.ClaimValue;
import org.eclipse.microprofile.jwt.JsonWebToken;

/** Says who calls. */
@Path("/who")
@RequestScoped
@Produces("text/plain")
@RolesAllowed("clerk")
public class Secured {
    @Inject
    JsonWebToken token;

    @Inject
    @Claim("shop")
    Optional<String> shop;

    @Inject
    @Claim("groups")
    Set<String> groups;

    @Inject
    @Claim("sub")
    ClaimValue<String> subject;

    @Inject
    SecuredSession session;

    @GET
    public String who(@Context SecurityContext caller) {
        return caller.getUserPrincipal().getName() + " " + token.getName() + " " + subject.getValue() + " "
                + shop.orElse("none") + " " + groups + " " + caller.getAuthenticationScheme();
    }

    @GET
    @Path("/all")
    @PermitAll
    public String all() {
        System.getProperties()
                .put("keelson.test.loader", new WeakReference<>(getClass().getClassLoader()));
        return "all " + token.getName();
    }

    @GET
    @Path("/nobody")
    @DenyAll
    public String nobody() {
        return "nobody";
    }

    @GET
    @Path("/session")
    public String session() {
        return session.call();
    }

    @GET
    @Path("/manager")
    @RolesAllowed({"manager", "owner"})
    public String manager() {
        return "manager";
    }
}
