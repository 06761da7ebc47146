package io.keelson.ee.security.gate;

import jakarta.annotation.Resource;
import jakarta.ejb.EJB;
import jakarta.enterprise.concurrent.ContextService;
import jakarta.enterprise.concurrent.ContextServiceDefinition;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.inject.Inject;
import jakarta.security.jacc.PolicyContext;
import jakarta.security.jacc.PrincipalMapper;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.HttpConstraint;
import jakarta.servlet.annotation.ServletSecurity;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.Callable;
import javax.security.auth.Subject;

/** Asks the context of policies in threads that it hands work to. */
@WebServlet(urlPatterns = "/errands/*", asyncSupported = true)
@ServletSecurity(@HttpConstraint(rolesAllowed = "keeper"))
@ContextServiceDefinition(
        name = "java:module/bare",
        cleared = ContextServiceDefinition.ALL_REMAINING,
        propagated = {})
public class Errands extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Resource
    private transient ManagedExecutorService executor;

    @Resource(lookup = "java:module/bare")
    private transient ContextService bare;

    @Inject
    private transient Runner runner;

    @EJB
    private transient Courier courier;

    static String say() {
        Subject subject = PolicyContext.get(PolicyContext.SUBJECT);
        PrincipalMapper mapper = PolicyContext.get(PolicyContext.PRINCIPAL_MAPPER);
        return PolicyContext.getContextID() + " "
                + (subject == null || mapper == null
                        ? "nobody"
                        : mapper.getCallerPrincipal(subject).getName());
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws IOException, ServletException {
        try {
            String by = request.getPathInfo();
            if (by.equals("/async") || by.equals("/chained")) {
                AsyncContext context = request.startAsync();
                context.start(by.equals("/async") ? () -> answer(context) : () -> context.start(() -> answer(context)));
                return;
            }
            Callable<String> body = Errands::say;
            response.getWriter()
                    .print(
                            switch (by) {
                                case "/executor" -> executor.submit(body).get();
                                case "/stage" ->
                                    executor.supplyAsync(Errands::say)
                                            .thenApplyAsync(before -> before + ", " + say())
                                            .get();
                                case "/cdi" -> runner.run().get();
                                case "/bean" -> courier.run().get();
                                case "/bare" -> bare.contextualCallable(body).call() + ", " + say();
                                case "/plain" -> plain(body);
                                default -> "what?";
                            });
        } catch (IOException | ServletException e) {
            throw e;
        } catch (Exception e) {
            throw new ServletException(e);
        }
    }

    private static void answer(AsyncContext context) {
        try {
            context.getResponse().getWriter().print(say());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        context.complete();
    }

    /** A thread of its own, which is none of the application's work. */
    private static String plain(Callable<String> body) throws Exception {
        String[] said = new String[1];
        Thread thread = new Thread(() -> {
            try {
                said[0] = body.call();
            } catch (Exception e) {
                said[0] = e.toString();
            }
        });
        thread.start();
        thread.join();
        return said[0];
    }
}
