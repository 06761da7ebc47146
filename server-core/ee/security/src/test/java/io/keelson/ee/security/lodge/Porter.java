package io.keelson.ee.security.lodge;

import jakarta.security.auth.message.config.AuthConfigFactory;
import jakarta.security.auth.message.config.RegistrationListener;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;

/** Registers and removes the provider, and tells who the caller is. */
@WebServlet("/porter/*")
public class Porter extends HttpServlet {
    private static final long serialVersionUID = 1L;

    private transient volatile String told = "nothing";

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        AuthConfigFactory factory = AuthConfigFactory.getFactory();
        String context = getServletContext().getVirtualServerName()
                + " "
                + getServletContext().getContextPath();
        RegistrationListener listener = (layer, application) -> told = layer + " " + application;
        String answer = switch (String.valueOf(request.getPathInfo())) {
            case "/register" ->
                factory.registerConfigProvider(
                        HeaderProvider.class.getName(),
                        Map.of("header", request.getParameter("header")),
                        "HttpServlet",
                        request.getParameter("all") == null ? context : null,
                        "by header");
            case "/memory" ->
                factory.registerConfigProvider(
                        new HeaderProvider(Map.of("header", "X-Memory"), null), "HttpServlet", null, "in memory");
            case "/remove" -> String.valueOf(factory.removeRegistration(request.getParameter("id")));
            case "/listen" -> {
                factory.getConfigProvider("HttpServlet", context, listener);
                yield "listening";
            }
            case "/told" -> told;
            case "/policies" -> String.valueOf(request.getAttribute("policies"));
            case "/missing" -> refused(factory, "org.nowhere.Provider");
            case "/wrong" -> refused(factory, Porter.class.getName());
            case "/again" -> again(factory);
            default -> String.valueOf(request.getUserPrincipal() == null ? null : request.getRemoteUser());
        };
        response.getWriter().print(answer);
    }

    private static String refused(AuthConfigFactory factory, String name) {
        try {
            return factory.registerConfigProvider(name, null, "HttpServlet", null, null);
        } catch (IllegalArgumentException e) {
            return "refused: " + e.getMessage();
        }
    }

    /** Makes the registry by the name of its class, as a program may that knows no other registry. */
    private static String again(AuthConfigFactory factory) {
        AuthConfigFactory.setFactory(null);
        AuthConfigFactory made = AuthConfigFactory.getFactory();
        return made.getClass().getName() + " " + (made != factory) + " " + made.getRegistrationIDs(null).length;
    }
}
