<%@ page contentType="text/html;charset=UTF-8" session="false" import="java.util.*" %>
<%!
  /** An item of the table. */
  public record Row(int id, String name, double price) {
      public int getId() { return id; }
      public String getName() { return name; }
      public double getPrice() { return price; }
  }
%>
<%
  List<Row> rows = new ArrayList<>();
  for (int i = 0; i < 100; i++) {
      rows.add(new Row(i, "item number " + i, i * 1.25));
  }
%>
<!DOCTYPE html>
<html><head><title>Table</title></head><body><table>
<% for (Row row : rows) { pageContext.setAttribute("row", row); %>
  <tr><td>${row.id}</td><td>${row.name}</td><td>${row.price}</td><td><%= row.name().length() %></td></tr>
<% } %>
</table></body></html>
