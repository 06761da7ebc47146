package io.keelson.ecperf.web;

import io.keelson.ecperf.corporate.Settings;
import io.keelson.ecperf.customer.ClosedOrderException;
import io.keelson.ecperf.customer.CustomerSession;
import io.keelson.ecperf.customer.InsufficientCreditException;
import io.keelson.ecperf.customer.OrderSession;
import io.keelson.ecperf.manufacturing.WorkOrderSession;
import io.keelson.ecperf.model.Line;
import io.keelson.ecperf.store.NoSuchRowException;
import io.keelson.ecperf.supplier.Fault;
import jakarta.ejb.EJB;
import jakarta.ejb.EJBException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The transactions: {@code POST /run/new-order?customer=1&lines=3:10,7:1} and so on. 200 has the result; 400 means bad parameters,
 * 404 no such row, 409 a conflict with other transactions in all attempts, 422 a rule that refuses it. The header {@code X-Attempts}
 * has their number.
 */
@WebServlet(urlPatterns = "/run/*", loadOnStartup = 1)
public class FrontServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private static final int CONFLICT = 409;
    private static final int REFUSED = 422;

    @EJB
    private transient OrderSession orders;

    @EJB
    private transient CustomerSession customers;

    @EJB
    private transient WorkOrderSession workOrders;

    @EJB
    private transient Settings settings;

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Attempts attempts = new Attempts();
        String path = String.valueOf(request.getPathInfo());
        int status = HttpServletResponse.SC_OK;
        String answer;
        try {
            answer = attempts.run(() -> run(path, request));
        } catch (InsufficientCreditException | ClosedOrderException e) {
            status = REFUSED;
            answer = e.getMessage();
        } catch (NoSuchRowException e) {
            status = HttpServletResponse.SC_NOT_FOUND;
            answer = e.getMessage();
        } catch (EJBException e) {
            if (e.getCausedByException() instanceof IllegalArgumentException wrong) {
                status = HttpServletResponse.SC_BAD_REQUEST;
                answer = wrong.getMessage();
            } else {
                status = Attempts.isConflict(e) ? CONFLICT : HttpServletResponse.SC_INTERNAL_SERVER_ERROR;
                answer = String.valueOf(e);
                log(path + " failed after " + attempts.made() + " attempts", e);
            }
        } catch (IllegalArgumentException e) {
            status = HttpServletResponse.SC_BAD_REQUEST;
            answer = e.getMessage();
        }
        response.setStatus(status);
        response.setIntHeader("X-Attempts", attempts.made());
        response.setContentType("text/plain;charset=UTF-8");
        response.getWriter().write(answer + "\n");
    }

    private String run(String path, HttpServletRequest request) {
        return switch (path) {
            case "/new-order" -> text(orders.newOrder(number(request, "customer"), lines(request)));
            case "/change-order" -> text(orders.changeOrder(number(request, "order"), lines(request)));
            case "/order-status" -> orders.orderStatus(number(request, "order"));
            case "/cancel-order" -> {
                orders.cancelOrder(number(request, "order"));
                yield "cancelled";
            }
            case "/customer-status" -> orders.customerStatus(number(request, "customer"));
            case "/new-customer" ->
                text(customers.newCustomer(parameter(request, "name"), number(request, "credit-limit")));
            case "/check-credit" ->
                String.valueOf(customers.checkCredit(number(request, "customer"), number(request, "amount")));
            case "/percent-discount" -> text(customers.percentDiscount(number(request, "amount")));
            case "/schedule-work-order" ->
                text(workOrders.scheduleWorkOrder(
                        number(request, "assembly"), (int) number(request, "quantity"), fault(request)));
            case "/update-work-order" -> {
                workOrders.updateWorkOrder(number(request, "work-order"));
                yield "updated";
            }
            case "/complete-work-order" -> {
                workOrders.completeWorkOrder(number(request, "work-order"));
                yield "completed";
            }
            case "/large-orders" -> text(workOrders.findLargeOrders((int) number(request, "most")));
            case "/schedule-large-order" -> text(workOrders.scheduleLargeOrder(number(request, "large-order")));
            default -> throw new IllegalArgumentException("there is no transaction " + path);
        };
    }

    private static String text(long number) {
        return Long.toString(number);
    }

    private static String text(List<Long> numbers) {
        return numbers.stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    private static String parameter(HttpServletRequest request, String name) {
        String value = request.getParameter(name);
        if (value == null) {
            throw new IllegalArgumentException("the parameter " + name + " is missing");
        }
        return value;
    }

    static long number(HttpServletRequest request, String name) {
        String value = parameter(request, name);
        try {
            return Long.parseLong(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("the parameter " + name + " is '" + value + "'; expected a number", e);
        }
    }

    private static List<Line> lines(HttpServletRequest request) {
        return Line.parse(parameter(request, "lines"));
    }

    private Fault fault(HttpServletRequest request) {
        String wanted = request.getParameter("fault");
        if (wanted == null) {
            return Fault.NONE;
        }
        if (!settings.faultsAllowed()) {
            throw new IllegalArgumentException("this deployment allows no faults");
        }
        return Fault.valueOf(wanted);
    }
}
