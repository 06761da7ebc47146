package io.keelson.ejb.alarm;

import jakarta.annotation.Resource;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.transaction.UserTransaction;
import java.io.IOException;
import javax.naming.InitialContext;

/** Uses alarms, as a client in the application: {@code /alarms/COMMAND/NAME}. */
@WebServlet("/alarms/*")
public class AlarmServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Resource
    private transient UserTransaction transaction;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String[] words = request.getPathInfo().substring(1).split("/");
        response.setContentType("text/plain");
        try {
            AlarmHome home = (AlarmHome) new InitialContext().lookup("java:comp/env/ejb/alarm");
            response.getWriter().print(call(home, words[0], words.length > 1 ? words[1] : ""));
        } catch (Exception e) {
            response.getWriter().print(e);
        }
    }

    private Object call(AlarmHome home, String command, String name) throws Exception {
        AlarmKey key = new AlarmKey(name, new String(name.toCharArray())); // equal, with other bytes
        switch (command) {
            case "create" -> {
                return home.create(name).infos() + " " + AlarmRows.CREATED.remove(0);
            }
            case "exists" -> {
                AlarmRows.ROWS.add(key);
                return home.findByPrimaryKey(key).infos();
            }
            case "ring" -> {
                home.findByPrimaryKey(key).set(0, "ring");
                return "";
            }
            case "rung" -> {
                return AlarmRows.RUNG;
            }
            case "remove" -> {
                home.remove(key);
                return "";
            }
            case "remove-and-roll-back" -> {
                transaction.begin();
                home.remove(key);
                transaction.rollback();
                return "";
            }
            case "delete" -> {
                home.findByPrimaryKey(key).set(200, "orphan");
                AlarmRows.ROWS.remove(key);
                return "";
            }
            case "all" -> {
                return home.findByPrimaryKey(key).all();
            }
            case "handles" -> {
                return home.findByPrimaryKey(key).handles();
            }
            default -> {
                return home.withoutIdentity();
            }
        }
    }
}
