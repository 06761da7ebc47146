package io.keelson.examples.bookshop;

import jakarta.inject.Inject;
import jakarta.json.bind.JsonbException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.validation.ConstraintViolation;
import jakarta.validation.Validator;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The shop over HTTP: {@code /api/books}, {@code /api/cart}, {@code /api/transfer}. */
@WebServlet("/api/*")
public class BookshopServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Inject
    private transient Books books;

    @Inject
    private transient Accounts accounts;

    @Inject
    private transient Cart cart;

    @Inject
    private transient Answers answers;

    @Inject
    private transient Validator validator;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String path = String.valueOf(request.getPathInfo());
        switch (path) {
            case "/books" -> answers.write(response, HttpServletResponse.SC_OK, books.all());
            case "/cart" -> cart(request, response);
            case "/transfer" -> transfer(request, response);
            default -> response.sendError(HttpServletResponse.SC_NOT_FOUND);
        }
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String path = String.valueOf(request.getPathInfo());
        switch (path) {
            case "/books" -> add(request, response);
            case "/transfer" -> transfer(request, response);
            default -> response.sendError(HttpServletResponse.SC_NOT_FOUND);
        }
    }

    private void add(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Book book;
        try {
            book = answers.read(request, Book.class);
        } catch (JsonbException e) {
            answers.write(
                    response, HttpServletResponse.SC_BAD_REQUEST, Map.of("error", "the body is no JSON of a book"));
            return;
        }
        if (book == null) {
            answers.write(response, HttpServletResponse.SC_BAD_REQUEST, Map.of("error", "the body is empty"));
            return;
        }
        Set<ConstraintViolation<Book>> violations = validator.validate(book);
        if (violations.isEmpty()) {
            books.add(book);
            answers.write(response, HttpServletResponse.SC_CREATED, book);
        } else {
            answers.write(response, HttpServletResponse.SC_BAD_REQUEST, Map.of("violations", byProperty(violations)));
        }
    }

    private static Map<String, String> byProperty(Set<ConstraintViolation<Book>> violations) {
        Map<String, String> messages = new TreeMap<>();
        violations.forEach(violation -> messages.put(violation.getPropertyPath().toString(), violation.getMessage()));
        return messages;
    }

    private void cart(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("count", cart.add());
        answer.put("server", server(request));
        answers.write(response, HttpServletResponse.SC_OK, answer);
    }

    /** The server that has the session: this one. Without a cluster the server does not say. */
    private static String server(HttpServletRequest request) {
        request.getSession();
        return request.getAttribute("io.keelson.session.servers") instanceof List<?> servers && !servers.isEmpty()
                ? String.valueOf(servers.get(0))
                : request.getLocalName() + ":" + request.getLocalPort();
    }

    private void transfer(HttpServletRequest request, HttpServletResponse response) throws IOException {
        boolean fail = Boolean.parseBoolean(request.getParameter("fail"));
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("before", accounts.balances());
        try {
            accounts.transfer(fail);
            answer.put("transferred", true);
        } catch (TransferFailedException e) {
            answer.put("transferred", false);
            answer.put("error", e.getMessage());
        }
        answer.put("after", accounts.balances());
        answers.write(response, HttpServletResponse.SC_OK, answer);
    }
}
