package sums;

import com.google.gwt.user.server.rpc.jakarta.RemoteServiceServlet;
import jakarta.servlet.annotation.WebServlet;
import java.util.stream.Stream;

@WebServlet("/sums/rpc")
public class SumsServlet extends RemoteServiceServlet implements Sums {
    @Override
    public String sum(String numbers) {
        getThreadLocalRequest().getSession().setAttribute("last", numbers);
        return "" + Stream.of(numbers.split(" ")).mapToInt(Integer::parseInt).sum();
    }
}
