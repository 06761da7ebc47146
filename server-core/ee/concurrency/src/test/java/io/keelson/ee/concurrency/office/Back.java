package io.keelson.ee.concurrency.office;

import static jakarta.enterprise.concurrent.ContextServiceDefinition.ALL_REMAINING;
import static jakarta.enterprise.concurrent.ContextServiceDefinition.APPLICATION;

import jakarta.enterprise.concurrent.ContextServiceDefinition;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;

/** Defines a context service for all modules of its application; it has no provider of the type of context that it names. */
@WebServlet("/do")
@ContextServiceDefinition(
        name = "java:app/back/tenants",
        propagated = {APPLICATION, "Tenant"},
        cleared = ALL_REMAINING)
public class Back extends HttpServlet {
    private static final long serialVersionUID = 1L;
}
