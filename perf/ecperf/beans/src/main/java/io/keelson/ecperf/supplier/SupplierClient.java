package io.keelson.ecperf.supplier;

import io.keelson.ecperf.corporate.Settings;
import io.keelson.ecperf.model.Line;
import jakarta.ejb.EJB;
import jakarta.ejb.EJBException;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Sends a purchase order to the suppliers, and returns when it is confirmed. */
@Stateless
@TransactionAttribute(TransactionAttributeType.SUPPORTS)
public class SupplierClient {
    private static final int TIMEOUT_MILLIS = 10_000;

    @EJB
    private Settings settings;

    /** Sends it; throws {@link EJBException} where it is not confirmed. */
    public void send(long id, long supplier, List<Line> lines) {
        byte[] xml = PurchaseOrderXml.write(id, supplier, settings.deliveriesUrl(), lines)
                .getBytes(StandardCharsets.UTF_8);
        try {
            HttpURLConnection connection = (HttpURLConnection)
                    URI.create(settings.supplierUrl()).toURL().openConnection();
            connection.setConnectTimeout(TIMEOUT_MILLIS);
            connection.setReadTimeout(TIMEOUT_MILLIS);
            connection.setRequestMethod("POST");
            connection.setRequestProperty("Content-Type", "application/xml");
            connection.setDoOutput(true);
            try (OutputStream out = connection.getOutputStream()) {
                out.write(xml);
            }
            int status = connection.getResponseCode();
            if (status != HttpURLConnection.HTTP_OK) {
                throw new EJBException("the supplier answers " + status + " to the purchase order " + id);
            }
            try (InputStream in = connection.getInputStream()) {
                in.readAllBytes(); // so that the connection can be used again
            }
        } catch (IOException e) {
            throw new EJBException("the purchase order " + id + " cannot be sent", e);
        }
    }
}
