package io.keelson.ee.connectors.shop;

import jakarta.resource.ConnectionFactoryDefinition;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;

/** Asks for a factory that the test's adapter does not have. */
@WebServlet("/drawer")
@ConnectionFactoryDefinition(
        name = "java:app/eis/other",
        interfaceName = "java.sql.Driver",
        resourceAdapter = "#ledger")
public class Drawer extends HttpServlet {
    private static final long serialVersionUID = 1L;
}
