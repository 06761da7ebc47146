package io.keelson.ejb.hidden;

import jakarta.ejb.EJB;
import jakarta.ejb.ObjectNotFoundException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Makes slips and finds them by the keys that they got. */
@WebServlet("/slips")
public class SlipServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @EJB
    private transient SlipHome slips;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        try {
            Slip tea = slips.create("tea");
            Object key = tea.getPrimaryKey();
            slips.create("tea");
            Slip found = slips.findByPrimaryKey(key);
            found.setText("bread");
            String none;
            try {
                slips.findByPrimaryKey(7);
                none = "found";
            } catch (ObjectNotFoundException e) {
                none = "none";
            }
            response.getWriter()
                    .print(found.isIdentical(tea) + " " + tea.getText() + " "
                            + slips.findByText("tea").size() + " " + none);
            found.remove();
        } catch (Exception e) {
            response.getWriter().print(e);
        }
    }
}
