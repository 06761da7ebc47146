package desk;

import jakarta.annotation.Resource;
import jakarta.ejb.EJB;
import jakarta.mail.MailSessionDefinition;
import jakarta.mail.Session;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.PersistenceUnit;
import jakarta.validation.Validator;
import jakarta.validation.ValidatorFactory;
import java.util.ArrayList;
import java.util.List;
import javax.naming.Context;

/** A client with a persistence unit, a mail session and a callback handler of its own. */
@MailSessionDefinition(
        name = "java:comp/env/mail/own",
        host = "localhost",
        from = "desk@example.org",
        properties = {"mail.smtp.port=2525"})
public final class Main {
    public static final List<String> LINES = new ArrayList<>();

    @PersistenceUnit(unitName = "desk")
    private static EntityManagerFactory notes;

    @Resource(lookup = "java:comp/env/mail/own")
    private static Session mail;

    @Resource
    private static Validator validator;

    @Resource
    private static ValidatorFactory validators;

    @EJB
    private static Who who;

    private Main() {}

    public static void main(String[] arguments) throws Exception {
        try (EntityManager manager = notes.createEntityManager()) {
            manager.getTransaction().begin();
            manager.persist(new Note("tea"));
            manager.persist(new Note("bread"));
            manager.getTransaction().commit();
            LINES.add("notes " + manager.createQuery("select n.text from Note n order by n.text", String.class)
                    .getResultList());
        }
        LINES.add("mail " + mail.getProperty("mail.host") + " " + mail.getProperty("mail.from") + " "
                + mail.getProperty("mail.smtp.port"));
        Context names =
                (Context) Class.forName("io.keelson.appclient.ClientContextFactory").getMethod("context").invoke(null);
        LINES.add("same " + (names.lookup("java:comp/env/mail/own") == mail) + " "
                + (names.lookup("java:comp/env/desk.Main/notes") == notes));
        LINES.add("wrong " + validator.validate(new Note(null)).size() + " "
                + (names.lookup("java:comp/ValidatorFactory") == validators)
                + ((Validator) names.lookup("java:comp/Validator")).validate(new Note("tea")).size());
        LINES.add("caller " + who.calls());
        notes.close();
    }
}
