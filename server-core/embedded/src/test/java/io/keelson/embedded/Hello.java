package io.keelson.embedded;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** A servlet that a test has, with a class nested in it. */
public class Hello extends HttpServlet {
    private static final long serialVersionUID = 1L;

    static final class Words {
        static String of(String name) {
            return "hello " + name;
        }
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.getWriter().print(Words.of(getServletContext().getContextPath()));
    }
}
