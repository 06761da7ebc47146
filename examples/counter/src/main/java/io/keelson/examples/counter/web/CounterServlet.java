package io.keelson.examples.counter.web;

import io.keelson.examples.counter.Counter;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.rmi.NoSuchObjectException;
import javax.naming.InitialContext;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;

/** Reads the counter ({@code GET}) and adds to it ({@code POST ?add=8}), wherever it is. */
@WebServlet("")
public class CounterServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        answer(response, 0);
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        int amount;
        try {
            amount = Integer.parseInt(request.getParameter("add"));
        } catch (NumberFormatException e) {
            response.sendError(HttpServletResponse.SC_BAD_REQUEST, "add is a whole number");
            return;
        }
        answer(response, amount);
    }

    /** Looks the counter up for each request: it moves from server to server. */
    private static void answer(HttpServletResponse response, int amount) throws IOException {
        try {
            Counter counter = (Counter) new InitialContext().lookup(Counter.NAME);
            int value = amount == 0 ? counter.value() : counter.add(amount);
            response.setContentType("text/plain;charset=UTF-8");
            response.setHeader("Cache-Control", "no-store");
            response.getWriter().println(value + " on " + counter.server());
        } catch (NameNotFoundException | NoSuchObjectException e) {
            response.setHeader("Retry-After", "1");
            response.sendError(HttpServletResponse.SC_SERVICE_UNAVAILABLE, "no server has the counter now");
        } catch (NamingException e) {
            throw new IOException("the counter cannot be looked up", e);
        }
    }
}
