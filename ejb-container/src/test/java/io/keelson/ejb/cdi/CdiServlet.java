package io.keelson.ejb.cdi;

import jakarta.inject.Inject;
import jakarta.inject.Named;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Has session beans injected by CDI. */
@WebServlet("/cdi/*")
public class CdiServlet extends HttpServlet {
    @Inject
    private Pricing pricing;

    @Inject
    private Basket basket;

    @Inject
    private Built built;

    @Inject
    @Named("currency")
    private String currency;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.getWriter()
                .print(
                        switch (request.getPathInfo()) {
                            case "/price" -> pricing.price("tea") + " " + currency;
                            case "/basket" -> basket.add() + basket.add() + " ended " + Basket.ended;
                            case "/built" -> built.times();
                            default -> "?";
                        });
    }
}
