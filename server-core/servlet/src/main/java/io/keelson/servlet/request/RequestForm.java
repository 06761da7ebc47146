package io.keelson.servlet.request;

import io.keelson.servlet.field.MediaTypes;
import io.keelson.servlet.server.ContainerLog;
import io.keelson.servlet.server.ContainerSettings;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.Part;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Parameters and parts of a request, read when they are first asked for.
 *
 * <p>Specification: Servlet 6.1, 3.1 HTTP Protocol Parameters; Servlet 6.1, 3.2 File Upload.
 */
final class RequestForm {
    private static final String MULTIPART = "multipart/form-data";

    /** The media type of a form whose fields are parameters. */
    static final String FORM = "application/x-www-form-urlencoded";

    private final RequestContent request;
    private @Nullable Map<String, String[]> parameters;
    /** True while {@link #parameters} lacks the fields of a multipart form, as no servlet that reads one had been reached. */
    private boolean fieldsMissing;

    private @Nullable List<UploadedPart> parts;
    /** Fault for which the parameters could not be read: what is left of the body then is not the form. */
    private @Nullable RequestFault parametersFault;

    private @Nullable RequestFault partsFault;

    RequestForm(RequestContent request) {
        this.request = request;
    }

    /** Returns whether parameters or parts have been read: too late for another charset. */
    boolean read() {
        return parameters != null || parts != null;
    }

    private ContainerSettings settings() {
        return request.application().server().settings();
    }

    /**
     * The parameters.
     *
     * @param config of the servlet that the request has reached; null where it reads no multipart form
     * @throws RequestFault when they cannot be read
     */
    Map<String, String[]> parameters(@Nullable MultipartConfigElement config) {
        Map<String, String[]> known = parameters;
        if (known == null || fieldsMissing && (config != null || parts != null)) {
            refuseAgain(parametersFault);
            try {
                known = readParameters(config);
            } catch (RequestFault fault) {
                parametersFault = fault;
                throw fault;
            }
            parameters = known;
        }
        return known;
    }

    private static void refuseAgain(@Nullable RequestFault before) {
        if (before != null) {
            throw before;
        }
    }

    private Map<String, String[]> readParameters(@Nullable MultipartConfigElement config) {
        Parameters reading = new Parameters(settings().parametersMaximum());
        reading.addQuery(request.getQueryString(), StandardCharsets.UTF_8);
        try {
            addBody(reading, config);
        } catch (IOException | ServletException e) {
            throw new RequestFault(400, "the parameters of the request cannot be read: " + e.getMessage(), e);
        }
        return reading.values();
    }

    private void addBody(Parameters reading, @Nullable MultipartConfigElement config)
            throws IOException, ServletException {
        String contentType = request.getContentType();
        if (contentType == null || request.bodyTaken()) {
            return;
        }
        String type = MediaTypes.type(contentType);
        boolean form = request.getMethod().equals("POST") || request.getMethod().equals("QUERY");
        if (type.equals(FORM) && form) {
            byte[] body = readAll(settings().formMaximum().toInt());
            if (request.getCharacterEncoding() == null) {
                reading.addForm(body, body.length);
            } else {
                reading.addForm(body, body.length, request.bodyCharset());
            }
        } else if (type.equals(MULTIPART)) {
            fieldsMissing = config == null && parts == null;
            if (fieldsMissing) {
                return;
            }
            Charset charset = request.getCharacterEncoding() == null ? StandardCharsets.UTF_8 : request.bodyCharset();
            for (UploadedPart part : readParts(config)) {
                if (part.getSubmittedFileName() == null) {
                    reading.add(part.getName(), part.text(charset));
                }
            }
        }
    }

    private byte[] readAll(int most) throws IOException {
        long announced = request.body().length();
        if (announced > most) {
            throw new RequestFault(413, "the form is larger than the " + most + " bytes allowed");
        }
        byte[] bytes = new byte[announced > 0 ? (int) announced : 512];
        int size = 0;
        while (true) {
            int n = request.input().read(bytes, size, bytes.length - size);
            if (n < 0) {
                return Arrays.copyOf(bytes, size);
            }
            size += n;
            if (size > most) {
                throw new RequestFault(413, "the form is larger than the " + most + " bytes allowed");
            }
            if (size == bytes.length) {
                if (size == announced) {
                    return bytes;
                }
                bytes = Arrays.copyOf(bytes, 2 * size);
            }
        }
    }

    /**
     * The parts ({@code getParts}).
     *
     * @param config of the servlet that the request has reached; null where it reads no multipart form
     */
    Collection<Part> parts(@Nullable MultipartConfigElement config) throws IOException, ServletException {
        String contentType = request.getContentType();
        if (contentType == null || !MediaTypes.type(contentType).equals(MULTIPART)) {
            throw new ServletException("the request is no multipart form: its Content-Type is " + contentType);
        }
        return Collections.unmodifiableCollection(readParts(config));
    }

    private List<UploadedPart> readParts(@Nullable MultipartConfigElement config) throws IOException, ServletException {
        List<UploadedPart> known = parts;
        if (known != null) {
            return known;
        }
        refuseAgain(partsFault);
        if (config == null) {
            throw new IllegalStateException("neither the servlet nor one that dispatched to it has a multipart"
                    + " configuration: add @MultipartConfig");
        }
        String contentType = String.valueOf(request.getContentType());
        String boundary = MediaTypes.parameter(contentType, "boundary");
        if (boundary == null || boundary.isEmpty() || boundary.length() > 200) {
            throw new ServletException("the multipart form names no boundary");
        }
        if (config.getMaxRequestSize() >= 0 && request.body().length() > config.getMaxRequestSize()) {
            throw new RequestFault(
                    413, "the form exceeds the size of " + config.getMaxRequestSize() + " bytes allowed");
        }
        Charset charset = request.getCharacterEncoding() == null ? StandardCharsets.UTF_8 : request.bodyCharset();
        try {
            known = new MultipartReader(request.input(), boundary, limits(config), charset).read();
        } catch (RequestFault fault) {
            partsFault = fault;
            throw fault;
        }
        parts = known;
        return known;
    }

    private MultipartLimits limits(MultipartConfigElement config) {
        Path directory = request.application().parts().files().temporary();
        String location = config.getLocation();
        return new MultipartLimits(
                location == null || location.isEmpty() ? directory : directory.resolve(location),
                config.getMaxFileSize(),
                config.getMaxRequestSize(),
                config.getFileSizeThreshold(),
                settings().partsMaximum());
    }

    /** Returns whether there are parts, which may have files. */
    boolean hasParts() {
        return parts != null;
    }

    /** Deletes the files of parts. */
    void release() {
        List<UploadedPart> known = parts;
        if (known == null) {
            return;
        }
        for (UploadedPart part : known) {
            try {
                part.delete();
            } catch (IOException e) {
                ContainerLog.LOG.debugf(e, "an uploaded file cannot be deleted");
            }
        }
    }
}
