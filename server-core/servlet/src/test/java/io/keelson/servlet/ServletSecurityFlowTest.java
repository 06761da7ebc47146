package io.keelson.servlet;

import static io.keelson.servlet.TestWeb.servlet;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.servlet.fixture.FakeExchange;
import jakarta.annotation.security.DeclareRoles;
import jakarta.annotation.security.RunAs;
import jakarta.servlet.HttpConstraintElement;
import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.ServletSecurityElement;
import jakarta.servlet.annotation.HttpConstraint;
import jakarta.servlet.annotation.ServletSecurity;
import jakarta.servlet.annotation.ServletSecurity.EmptyRoleSemantic;
import jakarta.servlet.annotation.ServletSecurity.TransportGuarantee;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Security of servlets that code registers (Servlet 6.1, 4.4.1, 13.4). */
class ServletSecurityFlowTest {
    private static final String BASIC = "<login-config><auth-method>BASIC</auth-method></login-config>";

    @TempDir
    Path directory;

    private TestWeb web;

    @BeforeEach
    void makeServer() throws IOException {
        web = new TestWeb(directory);
        web.file(
                "WEB-INF/classes/META-INF/services/" + ServletContainerInitializer.class.getName(),
                Adds.class.getName());
    }

    @AfterEach
    void stop() {
        web.close();
    }

    /** Says who calls, and whether two roles are held. */
    public static class Who extends HttpServlet {
        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.getWriter()
                    .print(request.getRemoteUser() + " " + request.isUserInRole("clerks") + " "
                            + request.isUserInRole("kings"));
        }
    }

    @ServletSecurity(@HttpConstraint(rolesAllowed = "clerks"))
    @DeclareRoles("declared")
    @RunAs("kings")
    public static final class Guarded extends Who {}

    @ServletSecurity(@HttpConstraint(EmptyRoleSemantic.DENY))
    public static final class Denied extends Who {}

    @ServletSecurity(@HttpConstraint(rolesAllowed = "**"))
    public static final class ForAllWhoLogIn extends Who {}

    /** Registers servlets. */
    public static final class Adds implements ServletContainerInitializer {
        @Override
        public void onStartup(Set<Class<?>> classes, ServletContext context) throws ServletException {
            context.addServlet("by-class", Guarded.class).addMapping("/by-class");
            context.addServlet("by-name", Denied.class.getName()).addMapping("/by-name");
            context.addServlet("made", context.createServlet(Guarded.class)).addMapping("/made");
            context.addServlet("by-instance", new Guarded()).addMapping("/by-instance");
            context.addServlet("all", ForAllWhoLogIn.class).addMapping("/all");
            ServletRegistration.Dynamic replaced = context.addServlet("replaced", Denied.class);
            replaced.addMapping("/replaced", "/declared");
            context.setAttribute(
                    "kept",
                    replaced.setServletSecurity(
                            new ServletSecurityElement(new HttpConstraintElement(TransportGuarantee.NONE, "clerks"))));
        }
    }

    private static String basic() {
        return "Basic " + Base64.getEncoder().encodeToString("ann:secret".getBytes(StandardCharsets.UTF_8));
    }

    private int status(String path, boolean asAnn) {
        FakeExchange exchange = new FakeExchange("GET", "/shop" + path);
        return web.send(asAnn ? exchange.header("Authorization", basic()) : exchange)
                .response()
                .status();
    }

    @Test
    void annotationsHoldHoweverAServletIsAdded() throws Exception {
        web.deploy(BASIC);
        for (String path : new String[] {"/by-class", "/made"}) {
            assertThat(status(path, false)).as(path).isEqualTo(401);
            assertThat(status(path, true)).as(path).isEqualTo(200);
        }
        assertThat(status("/by-name", false)).isEqualTo(403);
        assertThat(status("/by-name", true)).isEqualTo(403);
    }

    /** Servlet 6.1, 13.4.1. */
    @Test
    void annotationsDoNotConstrainAnInstanceThatCodeHasMade() throws Exception {
        web.deploy(BASIC);
        assertThat(status("/by-instance", false)).isEqualTo(200);
    }

    @Test
    void twoStarsInAnAnnotationMeanEverybodyWhoIsAuthenticated() throws Exception {
        web.deploy(BASIC);
        assertThat(status("/all", false)).isEqualTo(401);
        assertThat(status("/all", true)).isEqualTo(200);
    }

    @Test
    void codeReplacesTheAnnotationButNotTheDescriptor() throws Exception {
        web.deploy(BASIC + "<security-constraint><web-resource-collection><web-resource-name>n</web-resource-name>"
                + "<url-pattern>/declared</url-pattern></web-resource-collection></security-constraint>"
                + servlet("shows", Shows.class, "/shows"));
        assertThat(status("/replaced", false)).isEqualTo(401);
        assertThat(status("/replaced", true)).isEqualTo(200);
        assertThat(status("/declared", false)).as("the descriptor opens it").isEqualTo(200);
        assertThat(web.get("/shop/shows").response().text()).isEqualTo("[/declared]");
    }

    /** Shows what setServletSecurity returned. */
    public static final class Shows extends HttpServlet {
        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.getWriter().print(getServletContext().getAttribute("kept"));
        }
    }
}
