package io.keelson.parts.shop;

import jakarta.enterprise.inject.spi.CDI;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.PrintWriter;
import java.security.CodeSource;

/** Says for some classes who loaded them, as {@code what=class loader location}. */
@WebServlet("/whose")
public class Whose extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Purchases purchases = CDI.current().select(Purchases.class).get();
        response.setContentType("text/plain");
        PrintWriter out = response.getWriter();
        out.println("application=" + whose(getClass()));
        out.println("client-proxy=" + whose(purchases.getClass()));
        out.println("entity-proxy=" + whose(purchases.lazyClass()));
        out.println("persistence=" + whose(purchases.providerClass()));
        for (String name : request.getParameterValues("class")) {
            out.println(name + "=" + whose(name));
        }
    }

    private String whose(String className) {
        try {
            return whose(Class.forName(className, false, getClass().getClassLoader()));
        } catch (ClassNotFoundException hidden) {
            return "not there";
        }
    }

    private static String whose(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        return type.getName() + " " + type.getClassLoader().getName() + " "
                + (source == null ? "nowhere" : source.getLocation());
    }
}
